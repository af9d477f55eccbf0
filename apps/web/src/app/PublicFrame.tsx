import { useMemo } from 'react'
import { Link, Outlet } from 'react-router'
import { FrameContext } from '../ui/Page.tsx'
import { ThemeToggle } from './shell/ThemeToggle.tsx'
import { useProductName } from './start.ts'
import './public-frame.css'

/** The frame of the pages outside the app: logo, name and theme. */
export function PublicFrame() {
  const productName = useProductName()
  const frame = useMemo(() => ({ productName, openMenu() {}, goBack() {}, isStepInside: false }), [productName])
  return (
    <FrameContext value={frame}>
      <div className="public-frame">
        <header className="public-frame__header">
          <Link className="public-frame__brand" to="/">
            <img src="/icon.svg" alt="" width={32} height={32} />
            {productName}
          </Link>
          <ThemeToggle />
        </header>
        <Outlet />
      </div>
    </FrameContext>
  )
}
