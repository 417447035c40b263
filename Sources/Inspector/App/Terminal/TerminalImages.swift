import CInspectorNcurses
import Glibc
import InspectorCanvas
import InspectorWorkspace

/// The images of the terminal: what it is asked about them, the way they are shown, and what goes along with a frame.
struct TerminalImages {
    /// The way to show images that somebody wishes; nil for the best that the terminal has.
    var wish: ImageProtocol?
    private let colors: Int
    private var traits = TerminalTraits(environment: ProcessEnvironment.variables)
    private var hasAsked = false
    private var output: ImageOutput
    /// The way images are shown now.
    private(set) var settings = ImageSettings()

    /// Begins with nothing known, on a terminal of so many colours.
    init(wish: ImageProtocol?, colors: Int) {
        (self.wish, self.colors) = (wish, colors)
        output = ImageOutput(kitty: KittyGraphics(process: getpid(), isInTmux: traits.isInTmux))
    }

    /// Returns what to ask the terminal: once, and only where the answers could matter.
    mutating func questions() -> String {
        let matters = wish.map { $0 == .kitty || $0 == .sixel } ?? (colors > 0)
        guard matters, !hasAsked else { return "" }
        hasAsked = true
        return traits.imageQuestions
    }

    mutating func take(_ answer: TerminalTraits.Answer) {
        traits.take(answer)
        settle()
    }

    /// Looks again how images can be shown, and how large a cell is.
    mutating func settle() {
        var (width, height): (Int32, Int32) = (0, 0)
        let isKnown = cn_cell_size(&width, &height) != 0
        settings = traits.images(
            wish: wish, colors: colors,
            cell: isKnown ? Size(width: Int(width), height: Int(height)) : nil)
    }

    /// Returns a cell as it is sent: one of an image has the image's number as its colour, or is a blank.
    func shown(_ cell: Cell) -> Cell {
        guard cell.isOfImage else { return cell }
        guard let color = output.color(by: settings.shownBy) else { return .blank }
        var colored = cell
        colored.style = Style(.plain, paint: Paint(foreground: color))
        return colored
    }

    /// Returns what a frame needs beside the rows of it that are sent.
    mutating func change(to frame: Frame, rows: [Int], isCleared: Bool) -> ImageOutput.Change {
        output.change(to: frame, rows: rows, isCleared: isCleared, by: settings.shownBy)
    }

    /// Returns what takes the image away from a terminal that goes to somebody else.
    mutating func farewell() -> [UInt8] { output.end().before }
}
