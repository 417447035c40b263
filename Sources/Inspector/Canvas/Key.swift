/// One thing the person at the terminal did.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// A character typed while Alt was held (ESC and the character, together); Alt-Backspace is `.alt("\u{8}")`.
    ///
    /// An arrow to the left or right with Ctrl or Alt is Alt-B or Alt-F, and Ctrl-Delete is Alt-D, as readline has it.
    case alt(Character)
    /// A letter typed while Ctrl was held, in lower case: Ctrl-C is `.control("c")`.
    case control(Character)
    /// Return or Ctrl-J.
    case enter
    /// Escape alone.
    case escape
    case tab
    /// Shift-Tab.
    case backTab
    /// The key that deletes to the left.
    case backspace
    /// The key that deletes to the right.
    case delete
    case insert
    case up, down, left, right
    /// A key that moves the cursor, while Shift was held.
    case shift(Arrow)
    /// Start and end of a line or list.
    case home, end
    case pageUp, pageDown
    /// F1 is `.function(1)`.
    case function(Int)
    /// Pasted text; it never acts as keys.
    case paste(Paste)
    case mouse(Mouse)
    /// The terminal window got or lost the focus.
    case focus(Bool)
    /// The terminal has answered a question.
    case answer(TerminalTraits.Answer)

    /// A way to move a text cursor.
    public enum Arrow: Hashable, Sendable, CaseIterable {
        case up, down, left, right, home, end, wordLeft, wordRight
    }

    /// Pasted text, not yet sanitised.
    package struct Paste: Hashable, Sendable {
        /// The text as it came, repaired where it was not UTF-8.
        package let text: String
        /// Indicates whether more was pasted than `KeyDecoder.pasteLimit` bytes and the rest is gone.
        package let isTruncated: Bool
        /// Indicates whether these are characters that came together, and more of the same text may follow.
        package let isPartial: Bool

        package init(text: String, isTruncated: Bool = false, isPartial: Bool = false) {
            self.text = text
            self.isTruncated = isTruncated
            self.isPartial = isPartial
        }
    }

    package struct Mouse: Hashable, Sendable {
        package enum Action: Hashable, Sendable {
            /// A button went down: 1 left, 2 middle, 3 right.
            case press(Int)
            case release
            case drag
            case scrollUp, scrollDown
        }

        package let action: Action
        package let position: Point
    }
}
