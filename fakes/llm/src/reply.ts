import { answerTo, proseOf, type Translate } from './answers.ts'
import type { Answer, Asked } from './dialect.ts'
import type { LlmFault } from './faults.ts'
import type { Prompt } from './prompt.ts'
import { fit, smallest } from './schema.ts'
import { type Said, spoil } from './spoil.ts'

/** The model's answer, correct or changed by the fault, with token counts. */
export function replyTo(prompt: Prompt, request: Asked, fault: LlmFault | undefined, translate?: Translate): Answer {
  const output = withinLimit(spoil(fault, correctAnswer(prompt, request, translate), prompt), request, fault)
  return { ...output, promptTokens: tokensOf(request.system + request.user), completionTokens: tokensOf(output.text) }
}

/** The correct answer in the requested form. */
function correctAnswer(prompt: Prompt, { form }: Asked, translate?: Translate): object | string {
  if (prompt.task === 'text') return proseOf(prompt)
  const answer = answerTo(prompt, translate)
  if (answer) return form?.schema ? (fit(answer, form.schema) as object) : answer
  if (!form) return 'This is an answer of the fake.'
  return form.schema ? (smallest(form.schema) as object) : {}
}

/** Truncates the answer at `maxTokens`, unless the fault is to ignore limits. */
function withinLimit(output: Said, { maxTokens }: Asked, fault: LlmFault | undefined): Said {
  if (maxTokens === undefined || tokensOf(output.text) <= maxTokens || fault?.kind === 'too-long') return output
  return { text: output.text.slice(0, maxTokens * 4), ending: 'length' }
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)
