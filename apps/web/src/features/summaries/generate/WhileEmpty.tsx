import type { Summary } from '@recaps/contract'
import { Latest } from './Latest.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { SummaryForm } from './useSummaryForm.ts'

export { DemoHint } from './DemoHint.tsx'

/** What stands below the box as long as there is nothing in it. */
export default function WhileEmpty(props: { form: SummaryForm; onAsked(entry: Summary): void }) {
  return (
    <>
      <Suggestions {...props} />
      <Latest />
    </>
  )
}
