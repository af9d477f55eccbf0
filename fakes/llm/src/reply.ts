import { answerTo, proseOf, type Translate } from './answers.ts'
import type { Answer, Asked } from './dialect.ts'
import type { LlmFault } from './faults.ts'
import type { Prompt } from './prompt.ts'
import { fit, smallest } from './schema.ts'
import { type Said, spoil } from './spoil.ts'

/** What the model says, right or as the fault has it, and how many tokens that is. */
export function replyTo(prompt: Prompt, asked: Asked, fault: LlmFault | undefined, translate?: Translate): Answer {
  const said = withinLimit(spoil(fault, formed(prompt, asked, translate), prompt), asked, fault)
  return { ...said, promptTokens: tokensOf(asked.system + asked.user), completionTokens: tokensOf(said.text) }
}

/** The right answer in the form that is asked for. */
function formed(prompt: Prompt, { form }: Asked, translate?: Translate): object | string {
  if (prompt.task === 'text') return proseOf(prompt)
  const answer = answerTo(prompt, translate)
  if (answer) return form?.schema ? (fit(answer, form.schema) as object) : answer
  if (!form) return 'This is an answer of the stand-in.'
  return form.schema ? (smallest(form.schema) as object) : {}
}

/** No more is said than the request allows, except by a model that keeps to nothing. */
function withinLimit(said: Said, { maxTokens }: Asked, fault: LlmFault | undefined): Said {
  if (maxTokens === undefined || tokensOf(said.text) <= maxTokens || fault?.kind === 'too-long') return said
  return { text: said.text.slice(0, maxTokens * 4), ending: 'length' }
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)
