import { type ReactNode, useEffect, useRef } from 'react'
import { useProductName } from '../../device/DeviceContext.tsx'
import { Pitch } from './Pitch.tsx'
import './auth.css'

interface Props {
  title: string
  /** Without the reason to come: for whoever has an account already. */
  isPlain?: boolean
  /** It takes the place of another card: whoever does not see that is led to its heading. */
  isNextStep?: boolean
  children: ReactNode
}

/** The form on its card; on desktops the reason to fill it in stands beside it. */
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
