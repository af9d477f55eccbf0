import type { Summary } from '@recaps/contract'
import { Latest } from './Latest.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { SummaryOptions } from './useSummaryOptions.ts'

export { DemoHint } from './DemoHint.tsx'

/** The part of the page shown while the box is empty. */
export default function EmptyBoxContent(props: { form: SummaryOptions; onCreated(summary: Summary): void }) {
  return (
    <>
      <Suggestions {...props} />
      <Latest />
    </>
  )
}
