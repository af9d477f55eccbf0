import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { useProductName } from '../../device/DeviceContext.tsx'
import { Page } from '../../ui/Page.tsx'
import './text-page.css'

interface Props {
  title: string
  lead?: ReactNode
  /** The target of "Back" for users without a previous page; absent on pages that are in the menu. */
  backTo?: string
  children: ReactNode
}

/** A text page. Users see it within the app frame, so that audio keeps playing; visitors see it on its own. */
export function TextPage({ title, lead, backTo, children }: Props) {
  useScrollToFragment()
  if (useSession().kind === 'signed_in')
    return (
      <Page title={title} {...(backTo ? { backTo } : {})}>
        <div className="text-page">
          {lead && <p className="text-page__lead">{lead}</p>}
          {children}
        </div>
      </Page>
    )
  return (
    <VisitorPage title={title} lead={lead}>
      {children}
    </VisitorPage>
  )
}

function VisitorPage({ title, lead, children }: Props) {
  const productName = useProductName()
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title, productName])
  return (
    <main className="text-page text-page--public" id="main">
      <header className="text-page__head">
        <h1 className="text-page__title">{title}</h1>
        {lead && <p className="text-page__lead">{lead}</p>}
      </header>
      {children}
    </main>
  )
}

/** Scrolls to the element of the URL fragment: the browser looks for it before the page is rendered. */
function useScrollToFragment() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on the same link scrolls there again.
  useEffect(() => {
    const target = hash && document.getElementById(hash.slice(1))
    if (!target) return
    if (target instanceof HTMLDetailsElement) target.open = true
    target.scrollIntoView()
    target.querySelector<HTMLElement>('summary, [tabindex="-1"]')?.focus({ preventScroll: true })
  }, [hash, key])
}
