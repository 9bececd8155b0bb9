import { mount } from 'svelte'
import './shell/app.css'
import App from './shell/app.svelte'

mount(App, { target: document.body })
