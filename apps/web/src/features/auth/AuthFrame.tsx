import { type ReactNode, useEffect, useRef } from 'react'
import { useProductName } from '../../device/DeviceContext.tsx'
import { Pitch } from './Pitch.tsx'
import './auth.css'

interface Props {
  title: string
  /** Hides the pitch, for users who already have an account. */
  isPlain?: boolean
  /** Replaces another card. Focuses the heading, so that screen reader users notice. */
  isNextStep?: boolean
  children: ReactNode
}

/** Card with the form; on desktops with the pitch beside it. */
export function AuthFrame({ title, isPlain, isNextStep, children }: Props) {
  const productName = useProductName()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title, productName])
  useEffect(() => {
    if (isNextStep) heading.current?.focus({ preventScroll: true })
  }, [isNextStep])
  return (
    <main className={isPlain ? 'auth auth--plain' : 'auth'} id="main">
      {!isPlain && <Pitch />}
      <section className="auth__card" aria-labelledby="auth-title">
        <h1 className="auth__title" id="auth-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </main>
  )
}
