export default () => <b>A</b>; export const two = 2
