import type { Summary } from '@recaps/contract'
import { Latest } from './Latest.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { SummaryForm } from './useSummaryForm.ts'

export { DemoHint } from './DemoHint.tsx'

/** The part of the page shown while the box is empty. */
export default function WhileEmpty(props: { form: SummaryForm; onCreated(summary: Summary): void }) {
  return (
    <>
      <Suggestions {...props} />
      <Latest />
    </>
  )
}
