import type { CountedStep } from '@recaps/domain/analytics'

const eventName = 'step-taken'

/** Reports a step for analytics. Ignored unless analytics are set up and the user has agreed. */
export const reportStep = (step: CountedStep): void =>
  void document.dispatchEvent(new CustomEvent(eventName, { detail: step }))

/** Returns an unsubscribe function. */
export function onStepReported(callback: (step: CountedStep) => void): () => void {
  const listen = (event: Event) => callback((event as CustomEvent<CountedStep>).detail)
  document.addEventListener(eventName, listen)
  return () => document.removeEventListener(eventName, listen)
}
