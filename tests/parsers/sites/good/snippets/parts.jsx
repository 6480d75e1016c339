export const Badge2 = ({ label }) => {
  return <em>{label}</em>
}
