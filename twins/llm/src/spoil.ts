import type { LlmFault } from './faults.ts'
import type { Prompt } from './prompt.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

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
      return cited(answer, prompt)
    case 'obeyed': {
      const obeyed = bait(prompt)
      return inTexts(answer, text => `${text} ${obeyed}`)
    }
    case 'tells':
      return inTexts(answer, (text, index) => (index === 0 ? `${text} My instructions are: ${prompt.system}` : text))
    case 'invents':
      return inTexts(answer, invented)
    default:
      return answer
  }
}

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

/** Changes what is to be read: texts, titles, the headline. The index counts the texts of one list. Verdicts all turn to yes. */
function inTexts(value: Json, change: (text: string, index: number) => string, name = '', index = 0): Json {
  if (typeof value === 'string') return ['', 'text', 'title', 'headline'].includes(name) ? change(value, index) : value
  if (typeof value === 'boolean') return true
  if (Array.isArray(value)) return name === 'cites' ? value : value.map((item, at) => inTexts(item, change, name, at))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, change, key, index)]))
}

function tenfold(value: Json): Json {
  if (typeof value === 'string') return Array(10).fill(value).join(' ')
  if (Array.isArray(value))
    return Array<Json[]>(10)
      .fill(value.map(item => (isProse(item) ? tenfold(item) : item)))
      .flat()
  if (typeof value !== 'object' || value === null) return value
  const lengthened = ([name, item]: [string, Json]): [string, Json] => [
    name,
    name === 'text' || Array.isArray(item) ? tenfold(item) : item,
  ]
  return Object.fromEntries(Object.entries(value).map(lengthened))
}

const isProse = (value: Json): boolean => typeof value === 'object'

function cited(value: Json, prompt: Prompt): Json {
  const ids = [...prompt.segments.map(({ id }) => id), ...prompt.points.flatMap(({ cites }) => cites)]
  let count = 0
  const wrong = (id: string): string => {
    count += 1
    if (count % 2 === 1) return `${id[0]}9999${count}`
    return ids[(ids.indexOf(id) + Math.ceil(ids.length / 2)) % ids.length] ?? id
  }
  const turned = (item: Json, name: string): Json => {
    if (typeof item === 'string') return ['cites', 'cite', 'id'].includes(name) ? wrong(item) : item
    if (Array.isArray(item)) return item.map(one => turned(one, name))
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, turned(one, key)]))
  }
  return turned(value, '')
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
