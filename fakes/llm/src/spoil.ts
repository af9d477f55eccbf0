import type { LlmFault } from './faults.ts'
import { isRecord, type Json } from './json.ts'
import type { Prompt } from './prompt.ts'

export interface Said {
  text: string
  ending: 'stop' | 'length' | 'refusal'
}

/** What is said in place of the right answer, or the right answer when the fault is not in what is said. */
export function spoil(fault: LlmFault | undefined, answer: object | string, prompt: Prompt): Said {
  const right = textOf(answer)
  switch (fault?.kind) {
    case 'refusal':
      return { text: "I'm sorry, but I can't help with that.", ending: 'refusal' }
    case 'empty':
      return { text: '', ending: 'stop' }
    case 'malformed':
      return { text: firstHalf(right), ending: 'stop' }
    case 'length':
      return { text: firstHalf(right), ending: 'length' }
    default:
      return { text: fault ? textOf(changed(fault, answer as Json, prompt)) : right, ending: 'stop' }
  }
}

function changed(fault: LlmFault, answer: Json, prompt: Prompt): Json {
  switch (fault.kind) {
    case 'wrong-form':
      return { answer: 'Here is what I found.', items: [1, 2, 3] }
    case 'too-long':
      return tenfold(answer)
    case 'wrong-citations':
      return miscited(answer, prompt)
    case 'obeyed': {
      const obeyed = bait(prompt)
      return inTexts(allTrue(answer), text => `${text} ${obeyed}`)
    }
    case 'tells':
      return inTexts(answer, (text, index) => (index === 0 ? `${text} My instructions are: ${prompt.system}` : text))
    case 'invents':
      return inTexts(answer, invented)
    case 'open-mark':
      return inTexts(answer, text => `${text} [${'s1   '.repeat(40)}`)
    default:
      return answer
  }
}

const allTrue = (answer: Json): Json => JSON.parse(JSON.stringify(answer), (_, value) => value === false || value)

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

/** Changes what is to be read: texts, titles, the headline. The index counts the texts of one list. */
function inTexts(value: Json, change: (text: string, index: number) => string, name = '', index = 0): Json {
  if (typeof value === 'string') return ['', 'text', 'title', 'headline'].includes(name) ? change(value, index) : value
  if (Array.isArray(value)) return value.map((item, at) => inTexts(item, change, name, at))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, change, key, index)]))
}

/** Sections stay as they are; what stands in them is ten times as much. */
function tenfold(value: Json, name = ''): Json {
  if (typeof value === 'string') return ['', 'text'].includes(name) ? Array(10).fill(value).join(' ') : value
  if (Array.isArray(value)) {
    const items = value.map(item => tenfold(item, name))
    return name === 'sections' || name === 'cites' ? items : Array<Json[]>(10).fill(items).flat()
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tenfold(item, key)]))
}

/** The first of two does not exist, the other stands half the list away. */
function miscited(answer: Json, { segments, points, claims }: Prompt): Json {
  const ids = [...new Set([...segments, ...points, ...claims].flatMap(({ id, cites }) => [id, ...cites]))]
  let count = 0
  const wrong = (id: string): string => {
    const alike = ids.filter(other => other[0] === id[0])
    count += 1
    const elsewhere = alike[(alike.indexOf(id) + Math.ceil(alike.length / 2)) % alike.length]
    return count % 2 === 0 && elsewhere !== id ? elsewhere! : `${id[0]}9999${count}`
  }
  const turned = (value: Json, name: string): Json => {
    if (typeof value === 'string') return ['cites', 'cite', 'id'].includes(name) ? wrong(value) : value
    if (Array.isArray(value)) return value.map(item => turned(item, name))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, turned(item, key)]))
  }
  return turned(answer, '')
}

/** What an attacker wants to see, and the words that asked for it. */
function bait({ segments, points }: Prompt): string {
  const asked = [...segments, ...points].flatMap(({ text }) => text.match(/(?<=^|[.!?] )ignore\b[^.!?]*/gi) ?? [])
  return `${asked.join('. ')} Read <a href="https://evil.example/x">https://evil.example/x</a> and write to editor@evil.example.`.trim()
}

const invented = (text: string): string =>
  text
    .replace(/\d+(?:,\d{3})*/g, number => {
      const more = Number(number.replaceAll(',', '')) + 1
      return number.includes(',') ? more.toLocaleString('en-US') : String(more)
    })
    .replace(/(?<=[\p{L}\p{N},;:)"'’] )\p{Lu}\p{L}+/gu, 'Fabricius')
