import { Icon } from '../../ui/Icon.tsx'
import { texts } from './texts.ts'

const { header, sections } = texts
const menu = 'landing-menu'

/** Logo, sections, theme and login (specification §2). Below 850 px, sections and theme are in the menu. */
export const LandingHeader = () => (
  <header className="landing-header">
    <div className="landing-header__inner">
      <a className="landing-header__brand" href="#hero">
        <img src="/icon.svg" alt="" width={32} height={32} fetchPriority="low" />
        {header.title}
      </a>
      <nav className="landing-header__sections" aria-label={header.label}>
        {sections.map(({ id, title }) => (
          <a key={id} className="landing-header__link" href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <ThemeToggle className="icon-button landing-header__theme needs-script" />
      <LoginOrHome />
      <button
        type="button"
        className="icon-button landing-header__menu"
        popoverTarget={menu}
        aria-label={header.menu}
        title={header.menu}
      >
        <Icon name="menu" />
      </button>
    </div>
    <Menu />
  </header>
)

/** The page contains both links; CSS shows the right one. */
const LoginOrHome = () => (
  <>
    <a className="button button--primary button--small landing-header__in for-visitors" href="/login">
      {header.start}
    </a>
    <a className="button button--primary button--small landing-header__in for-users" href="/home">
      {header.home}
    </a>
  </>
)

/** A popover: browsers that support it open and close it and return the focus without JavaScript. */
const Menu = () => (
  <nav className="landing-menu" id={menu} popover="auto" aria-label={header.menuLabel}>
    <ul>
      {[{ id: 'hero', title: header.home }, ...sections].map(section => (
        <li key={section.id}>
          <a className="landing-menu__item" href={`#${section.id}`}>
            {'inMenu' in section ? section.inMenu : section.title}
          </a>
        </li>
      ))}
      <li className="needs-script">
        <ThemeToggle className="landing-menu__item landing-menu__theme" isNamed />
      </li>
    </ul>
  </nav>
)

const ThemeToggle = ({ className, isNamed }: { className: string; isNamed?: boolean }) => (
  <button
    type="button"
    className={className}
    data-theme-toggle
    {...(!isNamed && { 'aria-label': header.theme, title: header.theme })}
  >
    <span className="in-dark">
      <Icon name="sun" />
    </span>
    <span className="in-light">
      <Icon name="moon" />
    </span>
    {isNamed && header.theme}
  </button>
)
