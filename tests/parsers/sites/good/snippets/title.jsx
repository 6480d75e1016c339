export const Title = ({ text }) => <h4>{text}</h4>
