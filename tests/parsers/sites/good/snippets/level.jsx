const words = { 1: "low", 2: "high" };

const Word = ({ of }) => `(${words[of]})`;

function nameOf(level) {
  return "Level " + level;
}

const Level = ({ of = 1 }) => {
  const name = nameOf(of);
  return <p className="level">{name} {Word({ of })}</p>;
};

export const Lane = function ({ number }) {
  return <span className="lane">Lane {number}</span>;
};

export default Level;
