import { feedback as contract } from '@recaps/contract/feedback'
import type { Router } from '../../http/router.ts'
import type { Feedback } from './service.ts'

export function bindFeedback({ bind }: Router, feedback: Feedback): void {
  bind(contract.send, async ({ body }, { session, network }) => ({
    success: true as const,
    message: 'Thank you for your feedback. We read every message.',
    data: await feedback.send(body, session, network),
  }))
}
