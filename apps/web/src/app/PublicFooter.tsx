import { Link } from 'react-router'
import { useProductName } from '../device/DeviceContext.tsx'
import { isPhone } from '../device/is-phone.ts'
import { serverTime } from '../device/server-clock.ts'
import { texts } from './texts.ts'

const { footer } = texts

const links = [
  ['/privacy', footer.privacy],
  ['/terms', footer.terms],
  ['/feedback', footer.contact],
] as const

/** Footer of the public pages (specification §2). */
export const PublicFooter = () => (
  <footer className="public-footer">
    <nav className="public-footer__links" aria-label={footer.label}>
      {/* Not a page of the app, so not a router link. */}
      {!isPhone && (
        <a className="public-footer__link" href="/landing">
          {footer.home}
        </a>
      )}
      {links.map(([path, label]) => (
        <Link key={path} className="public-footer__link" to={path}>
          {label}
        </Link>
      ))}
    </nav>
    <div className="public-footer__facts">
      <p className="public-footer__year">{`© ${serverTime().getFullYear()} ${useProductName()}`}</p>
      <p>{footer.version(__APP_VERSION__)}</p>
    </div>
  </footer>
)
