import { applyAnswerFault, type ModelOutput } from './answer-faults.ts'
import { answerByRule, summarizeAsProse, type Translate } from './answers.ts'
import type { Answer, CompletionRequest } from './dialect.ts'
import type { LlmFault } from './faults.ts'
import type { Prompt } from './prompt.ts'
import { fitToSchema, smallestValue } from './schema.ts'

/** The model's answer, correct or changed by the fault, with token counts. */
export function replyTo(
  prompt: Prompt,
  request: CompletionRequest,
  fault: LlmFault | undefined,
  translate?: Translate,
): Answer {
  const output = withinLimit(applyAnswerFault(fault, correctAnswer(prompt, request, translate), prompt), request, fault)
  return { ...output, promptTokens: tokensOf(request.system + request.user), completionTokens: tokensOf(output.text) }
}

/** The correct answer in the requested form. */
function correctAnswer(prompt: Prompt, { form }: CompletionRequest, translate?: Translate): object | string {
  if (prompt.task === 'text') return summarizeAsProse(prompt)
  const answer = answerByRule(prompt, translate)
  if (answer) return form?.schema ? (fitToSchema(answer, form.schema) as object) : answer
  if (!form) return 'This is an answer of the fake.'
  return form.schema ? (smallestValue(form.schema) as object) : {}
}

/** Truncates the answer at `maxTokens`, unless the fault is to ignore limits. */
function withinLimit(output: ModelOutput, { maxTokens }: CompletionRequest, fault: LlmFault | undefined): ModelOutput {
  if (maxTokens === undefined || tokensOf(output.text) <= maxTokens || fault?.kind === 'too-long') return output
  return { text: output.text.slice(0, maxTokens * 4), ending: 'length' }
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)
