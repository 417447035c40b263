import InspectorCanvas

/// The place of everything: one pure function of the state, used by update and drawing alike.
///
/// ```
/// header                                            header
/// live strip (where it fits)                        live strip
/// ── TASKS ──────────────────────        SAVED  │ ── TASKS ────────────
/// list                                   tree   │ list
/// ── 205 POST /orders ───────────               │ ── 205 POST /orders ─
/// detail                                        │ detail
/// notice (while there is one)            notice
/// keys                                   keys
///         below 110 columns                     from 110 columns
/// ```
struct Layout: Equatable {
    var header: Rect
    /// The live strip; nil where it does not fit, and before the first task.
    var strip: Rect?
    /// The saved requests: a column of their own, or while they have the focus the place of the list.
    var saved: Rect?
    /// The request that would be sent, in the place of the detail pane, or of both panes before the first task.
    private(set) var preview: Rect?
    /// The list with its title and heading.
    var list: Rect?
    /// The detail pane with its title.
    private(set) var detail: Rect?
    /// Below the title: the pages, what the task comes to (where there is room for it), and the page that is open.
    private(set) var tabs: Rect?
    private(set) var answer: Rect?
    private(set) var detailPage: Rect?
    /// The body beside the page of the timing; nil where there is no room for both.
    private(set) var bodyBeside: Rect?
    /// The page of the timing, whose end shows the beginning of the body; `nil` where the body is beside it.
    private(set) var bodyBelow: Rect?
    private let isOverlayWide: Bool
    private let overlayHeight: Int?
    /// The pane for the output of a watched program, below the others; nil where it is hidden, or there is no room for it.
    private(set) var output: Rect?
    /// The middle of the screen, where overlays lie.
    var middle: Rect
    var notice: Rect
    var footer: Rect

    static let smallest = Size(width: 20, height: 3)
    static let widthOfColumns = 110
    /// Below this width a question and the keys that answer it do not fit into one line.
    static let widthOfOneLine = 60
    private static let smallestOfStrip = Size(width: 60, height: 16)
    private static let heightOfBothPanes = 14
    private static let heightOfPage = 18
    private static let heightOfPreview = 7
    private static let heightOfList = 5
    private static let heightOfOutput = 4
    private static let heightForAnswer = 9
    private static let heightForRetry = 4
    private static let widthOfBodyBeside = 120
    private static let widthOfBothPages = 76

    /// Places everything above a footer and a notice of so many lines.
    init(_ state: State, noticeHeight: Int, footerHeight: Int) {
        isOverlayWide = state.overlays.top?.isWide ?? false
        overlayHeight = state.overlays.top?.neededHeight
        let all = Rect(origin: Point(x: 0, y: 0), size: state.size)
        (header, middle) = all.splitTop(1)
        if state.size.width >= Self.smallestOfStrip.width, state.size.height >= Self.smallestOfStrip.height,
            !state.tasks.isEmpty
        {
            (strip, middle) = middle.splitTop(1)
        }
        (middle, footer) = middle.splitBottom(footerHeight)
        (middle, notice) = middle.splitBottom(noticeHeight)
        var rest = middle
        if state.program != nil {
            (rest, output) = rest.splitBottom(Self.heightOfOutput(state, in: rest))
            if output?.height == 0 { output = nil }
            if rest.height == 0 { return }
        }
        // Beside a watched program, a column without requests is room for its own.
        let hasTree = state.program == nil || !state.saved.rows.isEmpty
        if hasTree, state.size.width >= Self.widthOfColumns, !state.isZoomed || state.focus == .saved {
            let width = state.isZoomed ? rest.width : Self.widthOfTree(state)
            let (left, right) = rest.splitLeft(width)
            saved = left
            rest = right.splitLeft(1).rest
            if state.isZoomed { return }
        }
        placePanes(of: state, in: rest)
    }

    /// All where it is looked at alone; much before the first task, and what a glance needs behind it.
    private static func heightOfOutput(_ state: State, in rect: Rect) -> Int {
        let hasFocus = state.focus == .output
        let hasRoom = rect.height >= heightOfBothPanes + heightOfOutput
        guard state.program?.isShown == true, !state.isZoomed, hasRoom else {
            return hasFocus ? rect.height : 0
        }
        return state.tasks.isEmpty ? rect.height / 2 : max(heightOfOutput, rect.height / 4)
    }

    /// The width that the names in the tree need, as long as it leaves enough for the other panes.
    private static func widthOfTree(_ state: State) -> Int {
        max(24, min(state.saved.naturalWidth + 3, min(60, state.size.width * 30 / 100)))
    }

    private mutating func placePanes(of state: State, in rect: Rect) {
        let isTree = saved == nil && state.focus == .saved
        let isAlone = state.isZoomed || rect.height < Self.heightOfBothPanes
        let isPreviewed = !isAlone && state.isPreviewing
        if isPreviewed, !isTree, state.tasks.isEmpty {
            preview = rect
        } else if isAlone || (state.list.shown.isEmpty && !isPreviewed) {
            if isTree {
                saved = rect
            } else if state.focus == .detail, !state.list.shown.isEmpty {
                detail = rect
            } else {
                list = rect
            }
        } else {
            let (top, bottom) = Self.split(rect, of: state, isTree: isTree)
            (saved, list) = isTree ? (top, nil) : (saved, top)
            (preview, detail) = isPreviewed ? (bottom, nil) : (nil, bottom)
        }
        if let detail { placeParts(of: detail, state) }
    }

    private mutating func placeParts(of detail: Rect, _ state: State) {
        let (tabs, rest) = detail.splitTop(1).rest.splitTop(1)
        // A task that waits for its next attempt needs the line the most.
        let isWaiting = if case .waiting = state.selectedTask?.state { true } else { false }
        let needed = isWaiting ? Self.heightForRetry : Self.heightForAnswer
        let (answer, page) = rest.splitTop(detail.height >= needed ? 1 : 0)
        (self.tabs, self.answer, detailPage) = (tabs, answer, page)
        guard state.detail.page == .timing, (state.shownExchange?.bodySize ?? 0) > 0 else { return }
        guard state.size.width >= Self.widthOfBodyBeside, page.width >= Self.widthOfBothPages else {
            bodyBelow = page
            return
        }
        let (timing, body) = page.splitLeft(min(72, max(44, page.width * 45 / 100)))
        (detailPage, bodyBeside) = (timing, body)
    }

    /// Returns the rows that are needed, as long as the detail pane keeps what a page mostly takes.
    private static func split(_ rect: Rect, of state: State, isTree: Bool) -> (top: Rect, bottom: Rect) {
        let below = state.isPreviewing ? max(heightOfPreview, rect.height / 3) : heightOfPage
        let most = max((rect.height + 2) / 2, rect.height - below)
        let needed =
            isTree
            ? state.saved.rows.count + 1 : state.list.lineCount(of: state.tasks, limit: rect.height) + 2
        let (top, rest) = rect.splitTop(min(most, max(needed, heightOfList)))
        return (top, rest)
    }

    /// Returns the pane that is drawn at a point.
    func pane(at point: Point) -> Pane? {
        let panes: [(Rect?, Pane)] = [(list, .tasks), (saved, .saved), (detail, .detail), (output, .output)]
        return panes.first { $0.0?.contains(point) == true }?.1
    }

    /// The lines of the list below its title and heading.
    var listRows: Rect? { list?.splitTop(2).rest }

    /// The lines of the tree of saved requests.
    var savedRows: Rect? { saved?.splitTop(1).rest }

    /// The box around an overlay, as high as what is in it.
    var overlayBox: Rect {
        let room = overlayRoomWithEdges
        // The title is on the upper edge.
        guard hasBoxes, let overlayHeight else { return room }
        return room.centered(Size(width: room.width, height: min(room.height, overlayHeight + 2)))
    }

    private var overlayRoomWithEdges: Rect {
        // Beside a box there are whole columns of what lies below, or none.
        let width = isOverlayWide || middle.width < Self.widthOfBodyBeside ? middle.width : 94
        return middle.centered(Size(width: width, height: middle.height))
    }

    /// The place of overlays: in their box, or without one where every column counts.
    var overlay: Rect { withoutEdges(overlayBox) }

    /// The place that an overlay has if it fills the screen.
    var overlayRoom: Rect { withoutEdges(overlayRoomWithEdges) }

    private func withoutEdges(_ box: Rect) -> Rect {
        hasBoxes ? box.inset(horizontally: 1).splitBottom(1).rest : box
    }

    /// Indicates whether there is room for the edges of a box.
    var hasBoxes: Bool { middle.width >= Self.widthOfOneLine && middle.height >= 8 }

    static func isTooSmall(_ size: Size) -> Bool {
        size.width < smallest.width || size.height < smallest.height
    }
}
