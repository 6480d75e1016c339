import Strong from './strong.mdx'
export const Holder = () => <div><Note><Strong/></Note><p>after</p></div>
