// What the map asks the API for. A section is asked for once: tree and text show the same one.
const API = '/api/v1';
const KINDS = ['carries_out', 'refers_to', 'conflicts_with', 'carried_out_by', 'under_same_section', 'referred_to_by'];

const asked = new Map();

const ask = async (address) => {
  const answer = await fetch(API + address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.json();
};

const askOnce = (address) => {
  if (!asked.has(address)) {
    const answer = ask(address);
    asked.set(address, answer);
    answer.catch(() => asked.delete(address));
  }
  return asked.get(address);
};

const placeOf = (place) => `${encodeURIComponent(place.document)}/${encodeURIComponent(place.path)}`;

const askLaws = () => askOnce('/graph/topology');
const askTree = (key) => askOnce(`/graph/topology?document=${encodeURIComponent(key)}`);
const askDetails = (place) => askOnce(`/provisions/${placeOf(place)}`);
const askSection = (place, edition = '') =>
  askOnce(`/graph/sections/${placeOf({ ...place, path: numberOf(place.path) })}?limit=1${edition ? `&edition=${edition}` : ''}`);
// Not kept: where the graph server was away, it may be there the next time.
const askJoined = (place) => ask(`/graph/neighbours/${placeOf(place)}?limit=500&${KINDS.map((kind) => `kind=${kind}`).join('&')}`);
const askSearch = (key, words) =>
  ask(`/search?document=${encodeURIComponent(key)}&query=${encodeURIComponent(words)}&top_k=12&include_content=false&include_document=false`);
