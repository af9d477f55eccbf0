import { useInstallation } from '../help/installation.ts'
import { LegalPage } from './LegalPage.tsx'
import { termsChangedOn, termsSections } from './terms.ts'
import { texts } from './texts.ts'

const { title, lead } = texts.terms

export default function TermsScreen() {
  const here = useInstallation()
  return (
    <LegalPage title={title} lead={lead(here.productName)} changedOn={termsChangedOn} sections={termsSections(here)} />
  )
}
