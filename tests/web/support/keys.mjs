/** The action of WebDriver, classic and BiDi alike, that types a text (https://www.w3.org/TR/webdriver2/#actions). */
export const typing = (text) => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value }
  ])
})
