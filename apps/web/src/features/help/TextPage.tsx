import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { useProductName } from '../../device/DeviceContext.tsx'
import { Page } from '../../ui/Page.tsx'
import './text-page.css'

interface Props {
  title: string
  lead?: ReactNode
  /** Where "Back" leads for users when there is no way back; absent on pages of the menu. */
  backTo?: string
  children: ReactNode
}

/** A page to be read: for users in the frame of the app, so that what plays goes on; for visitors on its own. */
export function TextPage({ title, lead, backTo, children }: Props) {
  useAddressedPlace()
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
    <OfVisitor title={title} lead={lead}>
      {children}
    </OfVisitor>
  )
}

function OfVisitor({ title, lead, children }: Props) {
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

/** The browser looks for the place behind the # before the page is there, so it is led there once more. */
function useAddressedPlace() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place may be asked for again.
  useEffect(() => {
    const place = hash && document.getElementById(hash.slice(1))
    if (!place) return
    if (place instanceof HTMLDetailsElement) place.open = true
    place.scrollIntoView()
    place.querySelector<HTMLElement>('summary, [tabindex="-1"]')?.focus({ preventScroll: true })
  }, [hash, key])
}
