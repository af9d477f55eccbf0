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

/** In the frame of the app for users; visitors have the frame of the public pages around it already. */
export function SharedPage({ tabTitle = texts.title, actions, children }: Props) {
  const isSignedIn = useIsSignedIn()
  if (!isSignedIn) return <OfVisitor {...{ tabTitle, actions, children }} />
  return (
    <Page title={texts.title} tabTitle={tabTitle} backTo="/tabs/history" width="wide" actions={actions}>
      {children}
    </Page>
  )
}

function OfVisitor({ tabTitle, actions, children }: Props & { tabTitle: string }) {
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

/** The page where there is nothing to read. */
export const SharedNote = (note: Omit<ComponentProps<typeof EmptyState>, 'level'>) => (
  <SharedPage>
    <EmptyState {...note} level={useIsSignedIn() ? 2 : 1} />
  </SharedPage>
)

const useIsSignedIn = () => useSession().kind === 'signed_in'
