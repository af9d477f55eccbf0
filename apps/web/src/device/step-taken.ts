import type { CountedStep } from '@recaps/domain/analytics'

const name = 'step-taken'

/** Says that a step was taken. Nobody listens unless somebody counts here and this browser's user has allowed it. */
export const stepTaken = (step: CountedStep): void =>
  void document.dispatchEvent(new CustomEvent(name, { detail: step }))

/** Returns what ends the listening. */
export function onStepTaken(act: (step: CountedStep) => void): () => void {
  const listen = (event: Event) => act((event as CustomEvent<CountedStep>).detail)
  document.addEventListener(name, listen)
  return () => document.removeEventListener(name, listen)
}
