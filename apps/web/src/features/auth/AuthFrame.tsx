import { type ReactNode, useEffect } from 'react'
import { useProductName } from '../../device/DeviceContext.tsx'
import { Pitch } from './Pitch.tsx'
import './auth.css'

/** The form on its card; on desktops the reason to fill it in stands beside it. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const productName = useProductName()
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title, productName])
  return (
    <main className="auth" id="main">
      <Pitch />
      <section className="auth__card" aria-labelledby="auth-title">
        <h1 className="auth__title" id="auth-title">
          {title}
        </h1>
        {children}
      </section>
    </main>
  )
}
