/// One input event of the terminal's user.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// A character typed with Alt (ESC followed by the character).
    ///
    /// Alt-Backspace is `.alt("\u{8}")`. As in readline, an arrow to the left or right with Ctrl or Alt is Alt-B or
    /// Alt-F, and Ctrl-Delete is Alt-D.
    case alt(Character)
    /// A letter typed with Ctrl, in lower case: Ctrl-C is `.control("c")`.
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
    /// A cursor key typed with Shift.
    case shift(Arrow)
    /// The start or end of a line or list.
    case home, end
    case pageUp, pageDown
    /// F1 is `.function(1)`.
    case function(Int)
    /// Pasted text.
    ///
    /// It never acts as keys.
    case paste(Paste)
    case mouse(Mouse)
    /// The terminal window gained or lost the focus.
    case focus(Bool)
    /// The terminal answered a query.
    case answer(TerminalTraits.Answer)

    /// A direction in which the text cursor moves.
    public enum Arrow: Hashable, Sendable, CaseIterable {
        case up, down, left, right, home, end, wordLeft, wordRight
    }

    /// Pasted text, not yet sanitised.
    package struct Paste: Hashable, Sendable {
        /// The text as received.
        ///
        /// Invalid UTF-8 is repaired.
        package let text: String
        /// Indicates whether the paste exceeded `KeyDecoder.pasteLimit` bytes and its rest was discarded.
        package let isTruncated: Bool
        /// Indicates whether the text is a burst of typed characters, which further text may continue.
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
