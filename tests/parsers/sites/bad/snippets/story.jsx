export default function Story({ children }) {
  const [open, setOpen] = useState(false)
  return <div>{open && children}</div>
}
