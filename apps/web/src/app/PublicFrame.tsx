import { Link, Outlet } from 'react-router'
import { useProductName } from '../device/DeviceContext.tsx'
import { PublicFooter } from './PublicFooter.tsx'
import { ThemeToggle } from './shell/ThemeToggle.tsx'
import './public-frame.css'

/** The frame of the pages outside the app: logo, name and theme. */
export const PublicFrame = () => (
  <div className="public-frame">
    <header className="public-frame__header">
      <Link className="public-frame__brand" to="/">
        <img src="/icon.svg" alt="" width={32} height={32} />
        {useProductName()}
      </Link>
      <ThemeToggle />
    </header>
    <Outlet />
    <PublicFooter />
  </div>
)
