import { useState } from 'react'
import ships from './ships.json'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

export function Fleet({ title = 'Our fleet', children }) {
  const [order] = useState('crew')
  const sorted = ships.toSorted((a, b) => b[order] - a[order])
  return (
    <Card title={title} icon="ship">
      {children}
      <ul>
        {sorted.map(({ name, crew, launched }) => (
          <li key={name}>
            <b>{name}</b> &ndash; crew of {crew}, launched on{' '}
            {dates.format(new Date(launched))}
          </li>
        ))}
      </ul>
      {ships.some(({ crew }) => crew < 2) && (
        <Note>Some ships need a second sailor.</Note>
      )}
    </Card>
  )
}

export function Crew({ ship }) {
  const { crew } = ships.find(({ name }) => name === ship)
  return <Badge>{crew}</Badge>
}
