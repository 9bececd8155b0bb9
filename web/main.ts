import { mount } from 'svelte'
import './shell/theme.css'
import './shell/app.css'
import App from './shell/app.svelte'

mount(App, { target: document.body })
