import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useProductName } from '../device/DeviceContext.tsx'
import { IconButton } from './Button.tsx'
import './Page.css'

/** Services of the app frame for its pages. */
export interface Frame {
  openMenu(): void
  /** Goes back inside the app, or to `fallback` when the page was opened directly. */
  goBack(fallback: string): void
  /** Whether the page was reached by navigation within the app. The heading then takes the focus. */
  isStepInside: boolean
  /** Shown at the end of every header. */
  headerEnd?: ReactNode
}

export const FrameContext = createContext<Frame>({
  openMenu() {},
  goBack() {},
  isStepInside: false,
})

export interface PageProps {
  title: string
  /** The title of the browser tab, if it differs from the heading. */
  tabTitle?: string
  /** Shows a back button instead of the menu. The target if there is no previous page. */
  backTo?: string
  actions?: ReactNode
  /** `form`: the 600 px of the account layout (specification §9). */
  width?: 'narrow' | 'wide' | 'form'
  children: ReactNode
}

/** A page of the app: a fixed header with the heading, followed by the content. */
export function Page({ title, tabTitle = title, backTo, actions, width = 'narrow', children }: PageProps) {
  const { openMenu, goBack, isStepInside, headerEnd } = useContext(FrameContext)
  const productName = useProductName()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${tabTitle} · ${productName}`
  }, [tabTitle, productName])

  useEffect(() => {
    if (isStepInside) heading.current?.focus({ preventScroll: true })
  }, [isStepInside])

  return (
    <>
      <header className={`page-header page-header--${width}`}>
        {backTo === undefined ? (
          <span className="page-header__menu">
            <IconButton icon="menu" label="Menu" onClick={openMenu} />
          </span>
        ) : (
          <IconButton icon="back" label="Back" onClick={() => goBack(backTo)} />
        )}
        <h1 className="page-header__title clip-lines" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className="page-header__actions">{actions}</div>
        <div className="page-header__end">{headerEnd}</div>
      </header>
      <main className={`page page--${width}`} id="main">
        {children}
      </main>
    </>
  )
}
