import type { LlmFault } from './faults.ts'
import { isRecord, type Json } from './json.ts'
import type { Prompt } from './prompt.ts'

export interface ModelOutput {
  text: string
  ending: 'stop' | 'length' | 'refusal'
}

/** Applies a fault of the answer or its content; the correct answer for any other fault. */
export function applyAnswerFault(fault: LlmFault | undefined, answer: object | string, prompt: Prompt): ModelOutput {
  const correct = textOf(answer)
  switch (fault?.kind) {
    case 'refusal':
      return { text: "I'm sorry, but I can't help with that.", ending: 'refusal' }
    case 'empty':
      return { text: '', ending: 'stop' }
    case 'malformed':
      return { text: firstHalf(correct), ending: 'stop' }
    case 'length':
      return { text: firstHalf(correct), ending: 'length' }
    default:
      return { text: fault ? textOf(withContentFault(fault, answer as Json, prompt)) : correct, ending: 'stop' }
  }
}

function withContentFault(fault: LlmFault, answer: Json, prompt: Prompt): Json {
  switch (fault.kind) {
    case 'wrong-form':
      return { answer: 'Here is what I found.', items: [1, 2, 3] }
    case 'too-long':
      return tenfold(answer)
    case 'wrong-citations':
      return withWrongCitations(answer, prompt)
    case 'obeyed': {
      const injected = injectedText(prompt)
      return inTexts(allTrue(answer), text => `${text} ${injected}`)
    }
    case 'tells':
      return inTexts(answer, (text, index) => (index === 0 ? `${text} My instructions are: ${prompt.system}` : text))
    case 'invents':
      return inTexts(answer, replaceFacts)
    case 'open-mark':
      return inTexts(answer, text => `${text} [${'s1   '.repeat(40)}`)
    default:
      return answer
  }
}

const allTrue = (answer: Json): Json => JSON.parse(JSON.stringify(answer), (_, value) => value === false || value)

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

/** Changes all readable texts: texts, titles, the headline. `index` is the position in the list. */
function inTexts(value: Json, change: (text: string, index: number) => string, name = '', index = 0): Json {
  if (typeof value === 'string') return ['', 'text', 'title', 'headline'].includes(name) ? change(value, index) : value
  if (Array.isArray(value)) return value.map((item, at) => inTexts(item, change, name, at))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, change, key, index)]))
}

/** Makes texts and lists ten times as long, except the lists of sections and citations. */
function tenfold(value: Json, name = ''): Json {
  if (typeof value === 'string') return ['', 'text'].includes(name) ? Array(10).fill(value).join(' ') : value
  if (Array.isArray(value)) {
    const items = value.map(item => tenfold(item, name))
    return name === 'sections' || name === 'cites' ? items : Array<Json[]>(10).fill(items).flat()
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tenfold(item, key)]))
}

/** Replaces citations: every second one does not exist, the others are half the list away. */
function withWrongCitations(answer: Json, { segments, points, claims }: Prompt): Json {
  const ids = [...new Set([...segments, ...points, ...claims].flatMap(({ id, cites }) => [id, ...cites]))]
  let count = 0
  const wrongId = (id: string): string => {
    const sameKind = ids.filter(other => other[0] === id[0])
    count += 1
    const elsewhere = sameKind[(sameKind.indexOf(id) + Math.ceil(sameKind.length / 2)) % sameKind.length]
    return count % 2 === 0 && elsewhere !== id ? elsewhere! : `${id[0]}9999${count}`
  }
  const replaceIds = (value: Json, name: string): Json => {
    if (typeof value === 'string') return ['cites', 'cite', 'id'].includes(name) ? wrongId(value) : value
    if (Array.isArray(value)) return value.map(item => replaceIds(item, name))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIds(item, key)]))
  }
  return replaceIds(answer, '')
}

/** The text that a successful prompt injection produces: the injected instructions and the attacker's link and address. */
function injectedText({ segments, points }: Prompt): string {
  const instructions = [...segments, ...points].flatMap(
    ({ text }) => text.match(/(?<=^|[.!?] )ignore\b[^.!?]*/gi) ?? [],
  )
  return `${instructions.join('. ')} Read <a href="https://evil.example/x">https://evil.example/x</a> and write to editor@evil.example.`.trim()
}

const replaceFacts = (text: string): string =>
  text
    .replace(/\d+(?:,\d{3})*/g, number => {
      const more = Number(number.replaceAll(',', '')) + 1
      return number.includes(',') ? more.toLocaleString('en-US') : String(more)
    })
    .replace(/(?<=[\p{L}\p{N},;:)"'’] )\p{Lu}\p{L}+/gu, 'Fabricius')
