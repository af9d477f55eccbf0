import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useSession } from '../../../api/ConnectionContext.tsx'
import { useProductName } from '../../../device/DeviceContext.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { texts } from './texts.ts'
import './shared.css'

interface Props {
  tabTitle?: string
  actions?: ReactNode
  children: ReactNode
}

/** Signed-in users see the page in the app frame; for visitors the router already provides the public frame. */
export function SharedPage({ tabTitle = texts.title, actions, children }: Props) {
  const isSignedIn = useIsSignedIn()
  if (!isSignedIn) return <VisitorPage {...{ tabTitle, actions, children }} />
  return (
    <Page title={texts.title} tabTitle={tabTitle} backTo="/tabs/history" width="wide" actions={actions}>
      {children}
    </Page>
  )
}

function VisitorPage({ tabTitle, actions, children }: Props & { tabTitle: string }) {
  const productName = useProductName()
  useEffect(() => {
    document.title = `${tabTitle} · ${productName}`
  }, [tabTitle, productName])
  return (
    <main className="page page--wide shared" id="main">
      {actions && <div className="shared__actions">{actions}</div>}
      {children}
    </main>
  )
}

/** The page with a message instead of a summary. */
export const SharedMessage = (note: Omit<ComponentProps<typeof EmptyState>, 'level'>) => (
  <SharedPage>
    <EmptyState {...note} level={useIsSignedIn() ? 2 : 1} />
  </SharedPage>
)

const useIsSignedIn = () => useSession().kind === 'signed_in'
