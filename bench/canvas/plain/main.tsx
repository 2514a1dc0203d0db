import { createRoot } from 'react-dom/client'
import { PlainPage } from './plain-page.tsx'

const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<PlainPage />)
