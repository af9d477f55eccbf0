import { Link } from 'react-router'
import { useProductName } from '../device/DeviceContext.tsx'
import { texts } from './texts.ts'

/** Under the public pages: only what exists is linked. */
export const PublicFooter = () => (
  <footer className="public-footer">
    <Link className="public-footer__link" to="/feedback">
      {texts.footer.contact}
    </Link>
    <p>{texts.footer.copyright(new Date().getFullYear(), useProductName())}</p>
    <p>{texts.footer.version(__APP_VERSION__)}</p>
  </footer>
)
