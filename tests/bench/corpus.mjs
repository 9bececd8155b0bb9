// Sentences like those of a mailbox or a folder of notes: mostly short, a few long. Made from the words below by a
// fixed seed, so that every run and every machine has the same ones, and nobody else's text is needed.
const names =
  'Maria Okonkwo|the old harbour|Dr. Lindqvist|our neighbour|the committee|Yusuf|the ferry to Kirkwall|Priya|the second witness|a retired electrician|the library in Brno|Tomás|the finance department|my grandmother|the night train'
const verbs =
  'repaired|could not find|carefully measured|forgot about|had been waiting for|quietly sold|translated|photographed|argued over|rescheduled|dismantled|inherited|never trusted|proofread|catalogued|underestimated|returned'
const things =
  'the broken thermostat|an unsigned invoice|three kilograms of apricots|the draft of the agreement|a wooden staircase|the missing password|last year’s budget|a bicycle with two flat tyres|the spectrometer|an unusually polite reminder|the greenhouse|a recipe for walnut bread|the archive of letters|version 2.4 of the firmware|the photosynthesis experiment|a €1,250 deposit'
const places =
  'behind the pharmacy|at the railway station|in the basement|on the 14th floor|near Zürich|under the bridge|during the meeting|across the river|in an abandoned quarry|outside the courthouse'
const times =
  'on Tuesday|before sunrise|at 7:45 p.m.|in late November|every other week|since the flood|for the first time in years|without telling anyone|as soon as the rain stopped|until further notice'
const links = ', although|, because|, and then|; meanwhile|, which is why|, but only after|, while|, so|, even though'
const endings = '.|.|.|.|!|?|...'
const notes = 'Yes|Thanks|Tomorrow|Milk|Perhaps|Done'
const lists = { names, verbs, things, places, times, links, endings, notes }
const words = Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, list.split('|')]))

/** A small generator of 32-bit numbers (xorshift, Marsaglia 2003): the same on every machine. */
function generator(seed) {
  let state = seed
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  return { next, pick: (list) => list[Math.floor(next() * list.length)] }
}

function clause({ next, pick }) {
  const parts = [pick(words.names), pick(words.verbs), pick(words.things)]
  if (next() < 0.5) parts.push(pick(words.places))
  if (next() < 0.5) parts.push(pick(words.times))
  return parts.join(' ')
}

const capital = (text) => text[0].toUpperCase() + text.slice(1)

function sentence(random) {
  // Some are a word or two. The others have a number of clauses whose logarithm is about normal: median 2, tail to 11.
  if (random.next() < 0.04) return random.pick(words.notes)
  if (random.next() < 0.08) return capital(random.pick(words.times)) + random.pick(words.endings)
  const normal = [1, 2, 3, 4].reduce((sum) => sum + random.next() - 0.5, 0) * 1.75
  const clauses = Math.min(11, Math.max(1, Math.round(1.6 * Math.exp(0.85 * normal))))
  let text = clause(random)
  for (let i = 1; i < clauses; i++) text += `${random.pick(words.links)} ${clause(random)}`
  return capital(text) + random.pick(words.endings)
}

/** `count` sentences of about 3 to 200 tokens of the BERT vocabulary. */
export function corpus(count) {
  const random = generator(20170612)
  return Array.from({ length: count }, () => sentence(random))
}
