// The browsers that the page's tests run in, installed by apt where it may.
import { existsSync } from 'node:fs'
import { haveApt, installSystemWide } from './apt.mjs'
import { say } from './progress.mjs'
import { run, which } from './run.mjs'

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
// Not every shell has that folder on its PATH.
const SNAPS = CHROMIUM.map((name) => `/snap/bin/${name}`)
const SHELL = 'chromium-headless-shell'
const FIREFOX = ['firefox', 'firefox-esr']

const mayInstall = () => haveApt() && process.getuid?.() === 0

/** Installs packages where it may; a machine that cannot have them goes without. */
async function install(name, packages) {
  if (!mayInstall()) return
  try {
    await installSystemWide(packages, 'testing the page')
  } catch (error) {
    say(`  ${name} could not be installed: ${error.message.split('\n').at(-1)}`)
  }
}

/** Path of the system's Chromium: $ATTNSCOPE_CHROMIUM or $CHROMIUM, else by its usual names; null where there is none. */
export function findChromium() {
  const { ATTNSCOPE_CHROMIUM, CHROMIUM: given } = process.env
  return ATTNSCOPE_CHROMIUM || given || which(...CHROMIUM) || SNAPS.find(existsSync) || null
}

/** The same, installed where it is missing and may be. */
async function provideChromium() {
  if (!findChromium()) await install('Chromium', ['chromium'])
  return findChromium()
}

const hasPackage = (name) =>
  run('apt-cache', ['show', name]).then(
    () => true,
    () => false
  )

/**
 * Path of the same engine without windows, which takes a third less work to open a page; installed where there is such a
 * package; else `chromium`. It runs no extensions.
 */
async function provideShell(chromium) {
  if (process.env.ATTNSCOPE_CHROMIUM || process.env.CHROMIUM) return chromium
  if (!which(SHELL) && mayInstall() && (await hasPackage(SHELL))) await install('Chromium without windows', [SHELL])
  return which(SHELL) ?? chromium
}

/**
 * Firefox and WebKit (its MiniBrowser comes with the driver) with the screen that WebKit needs. Their tests look for
 * them, and are skipped by name where they are not.
 */
async function provideOtherBrowsers() {
  if (!process.env.FIREFOX && !which(...FIREFOX)) await install('Firefox', ['firefox-esr'])
  if (!which('WebKitWebDriver') || !which('Xvfb')) await install('WebKit', ['webkit2gtk-driver', 'xvfb'])
}

/** { chromium, shell }: paths, null where there is none; and sees to the other browsers. */
export async function provideBrowsers() {
  const chromium = await provideChromium()
  const shell = await provideShell(chromium)
  await provideOtherBrowsers()
  return { chromium, shell }
}
