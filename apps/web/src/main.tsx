import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createApp } from './app/create-app.tsx'
import './ui/tokens.css'
import './ui/base.css'

try {
  const { element } = createApp()
  createRoot(document.getElementById('root')!).render(element(app => <BrowserRouter>{app}</BrowserRouter>))
} catch (error) {
  console.error('The app could not be started:', error)
}
