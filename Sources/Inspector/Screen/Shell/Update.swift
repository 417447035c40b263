import ClientEngine
import InspectorCanvas
import InspectorValues

/// Changes the state as a message says and returns what is to be done outside; nothing else changes it.
package func update(_ state: inout State, _ message: Message) -> [Effect] {
    var effects: [Effect] = []
    let (compose, mocks) = (state.compose, state.mocks)
    state.dropBodies()
    switch message {
    case .key(let key): effects = state.press(key)
    case .resized(let size):
        state.size = size
        effects = state.sizeProgram()
    case .program(let news): effects = state.apply(news)
    case .engine(let events): state.apply(events)
    case .tick(let now): state.pass(to: now)
    case .mocks(let rows, let isOn, let scenarios): state.updateMocks(rows, scenarios, isOn: isOn)
    case .nearMisses(let misses, let task): state.mocks.closest.update(misses, of: task)
    case .mockRefused(let edit): state.ask(about: edit)
    case .mockOffer(let offer): state.ask(about: offer)
    case .workspace(let files, let environments): state.updateWorkspace(files, environments)
    case .savedFiles(let files): state.updateSavedFiles(files)
    case .environments(let choice): state.updateEnvironments(choice)
    case .preview(let draft, let reference):
        state.preview.show(draft, of: reference, mask: state.settings.glyphs.mask)
    case .holds(let holds): state.holds = holds
    case .answerRefused(let edit): state.overlays.add(Confirmation(action: .correcting(edit)))
    case .views(let views): state.views = SavedViews(views)
    case .notice(let notice): state.add(notice)
    case .configuration(let notices): state.replaceConfigurationNotices(with: notices)
    case .waiting(let work): state.wait(for: work)
    case .fileExists(let file): state.overlays.add(Confirmation(action: .replacing(file)))
    case .bodyLaidOut(let body): state.replaceBody(with: body)
    case .folded(let body): state.receive(folded: body)
    case .queried(let outcome, let number): state.receive(outcome, of: number)
    case .pictureDrawn(let picture): state.receive(picture)
    case .images(let images): state.settings.images = images
    case .compared(let comparison, let number): state.receive(comparison, of: number)
    case .archived(let archive, let number): state.receive(archive, of: number)
    case .ask(let question): effects = state.ask(question)
    case .offer(let offer): state.ask(about: offer)
    case .imported(let result): state.report(result)
    case .draft(let answer): state.apply(answer)
    case .found(let ids, let number, let isLast):
        if state.list.filter.found.add(ids, of: number, isLast: isLast) {
            state.list.filterAgain(state.tasks, now: state.now)
        }
    case .history(let answer): effects = state.apply(answer)
    }
    state.putErrorsFirst()
    return effects + state.settle() + state.settleDraft(before: compose, mocks)
}

extension State {
    /// Puts an answer to the last key in front; information waits.
    fileprivate mutating func add(_ notice: Notice) {
        guard !notices.contains(notice) else { return }
        let first = notices.firstIndex { $0.kind != .waiting } ?? notices.endIndex
        notices.insert(notice, at: notice.kind == .information ? notices.endIndex : first)
    }

    /// Shows errors before information.
    fileprivate mutating func putErrorsFirst() {
        guard let first = notices.firstIndex(where: { $0.kind == .information }) else { return }
        let rest = notices[first...]
        notices[first...] = rest.filter { $0.kind != .information } + rest.filter { $0.kind == .information }
    }

    /// Says what the disk takes so long for, as long as it does.
    fileprivate mutating func wait(for work: String?) {
        notices.removeAll { $0.kind == .waiting }
        if let work { notices.insert(.waiting("Waiting for the disk: \(work)"), at: 0) }
    }

    /// Keeps no more bodies than it may, but for those that somebody has chosen.
    ///
    /// A body that has just ended stays until the next message: whoever looks at responses has seen it by then.
    fileprivate mutating func dropBodies() {
        let chosen = list.marked.union([list.selectedTask].compactMap(\.self)).compactMap(\.session)
        let spared = Set(chosen).union(mocks.recording ?? [])
        tasks.dropBodies(beyond: settings.keptBodies, sparing: spared.contains)
    }

    fileprivate mutating func apply(_ events: [Event]) {
        var changes: [TaskID: Tasks.Change] = [:]
        for event in events {
            changes[event.task, default: Tasks.Change()].add(tasks.apply(event))
            now = max(now, event.at)
        }
        for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
            guard let task = tasks.summary(of: id, now: now) else { continue }
            if change.hasEnded { list.filter.found.add(ended: id) }
            list.update(task, change, now: now)
            if change.isJudgedAgain { mocks.recording?.removeAll { $0 == id } }
            if change.hasEnded || change.isJudgedAgain { keepRecorded(task) }
        }
        // What was counted as one thing has become another.
        if changes.values.contains(where: \.isJudgedAgain) { list.filterAgain(tasks, now: now) }
    }

    /// Lets time pass; what a live task takes may decide whether the filter shows it.
    fileprivate mutating func pass(to instant: Instant) {
        now = max(now, instant)
        guard list.filter.isOn, !list.filter.text.isEmpty else { return }
        for task in tasks.live.sorted().compactMap({ tasks.summary(of: $0, now: now) }) {
            list.update(task, Tasks.Change(), now: now)
        }
    }

    fileprivate mutating func updateWorkspace(_ files: [SavedFile], _ environments: EnvironmentChoice) {
        let isFirst = !saved.isRead
        tellingProblems { $0.saved.replace(files) }
        updateEnvironments(environments, isFirst: isFirst)
        guard isFirst, !files.isEmpty else { return }
        saved.selectFirstRequest()
        if tasks.isEmpty, program == nil { focus = .saved }
    }

    fileprivate mutating func updateSavedFiles(_ files: [SavedFile]) {
        preview.renew()
        tellingProblems { $0.saved.update(files) }
    }

    /// Keeps what was chosen meanwhile.
    fileprivate mutating func updateEnvironments(_ choice: EnvironmentChoice, isFirst: Bool = false) {
        preview.renew()
        let selected = isFirst ? choice.selected : environments.selected
        environments = choice
        environments.selected = selected
    }

    /// Changes the tree, and says what is wrong in it when that has changed; what was dismissed is not said again.
    private mutating func tellingProblems(_ change: (inout State) -> Void) {
        let known = saved.problemNotice
        change(&self)
        overlays[FinderOverlay.self]?.replace(saved.allRequests)
        let notice = saved.problemNotice
        guard notice != known else { return }
        notices.removeAll { $0 == known }
        if let notice { notices.append(notice) }
    }

    fileprivate mutating func replaceBody(with body: BodyText) {
        if detail.body?.source.key == body.source.key { detail.body = body }
    }

    /// Brings everything that depends on size and selection into line.
    fileprivate mutating func settle() -> [Effect] {
        var effects =
            layOutBody() + stopQuery() + findNearMisses() + previewRequest() + recallCalls() + listPast()
            + searchTexts()
        searchOn()
        followBody()
        let layout = Layout(self)
        list.reveal(in: tasks, height: layout.listRows?.height ?? 0)
        let rows = list.visibleRows(of: tasks, height: layout.listRows?.height ?? 0)
        tasks.unfold(rows.map(\.task) + [list.selectedTask].compactMap(\.self))
        effects += readPast(drawn: rows) + recallUsual(drawn: rows)
        if let rows = layout.savedRows { saved.scroll.resize(height: rows.height) }
        // Only what was scrolled has to be measured for that.
        if let page = layout.detailPage, detail.top > 0 {
            detail.clamp(lines: DetailView(self).lineCount(width: page.width), height: page.height)
        }
        overlays = overlays.fitted(to: self, layout)
        return effects
    }

    /// Asks what the selected saved request would be, when it is another one or has changed.
    private mutating func previewRequest() -> [Effect] {
        guard Layout(self).preview != nil || focus == .saved, let request = saved.selectedRequest,
            preview.entry != request
        else {
            return []
        }
        preview.ask(about: request)
        return [.preview(request.reference)]
    }

    /// Keeps the body page's lines up to date with the exchange that is shown.
    private mutating func layOutBody() -> [Effect] {
        let layout = Layout(self)
        // Beside another page the edge takes a column.
        guard
            let area = detail.page == .body ? layout.detailPage : layout.bodyBeside?.splitLeft(1).rest,
            let exchange = shownExchange, let key = list.selectedTask, let task = selectedTask,
            let attempt = task.attempts.last(where: {
                $0.exchanges.contains { $0.started == exchange.started }
            })
        else {
            detail.body = nil
            return []
        }
        var wish = detail.layout
        if detail.wraps { wish.wrap = BodyPage.textWidth(in: area) }
        let whole = BodySource(
            task: key, attempt: attempt.number, exchange: exchange, layout: wish)
        let effects = askQuery(of: whole) + askPicture(of: whole, in: area.size)
        let source = BodySource(
            task: key, attempt: attempt.number, exchange: exchange, layout: wish,
            found: detail.query?.result)
        return effects + layOut(source)
    }

    private mutating func layOut(_ source: BodySource) -> [Effect] {
        if let body = detail.body, body.source.key == source.key { return [] }
        // Taken out of the state first, so that adding to it copies nothing.
        if var body = detail.body {
            detail.body = nil
            if body.append(source) {
                detail.body = body
                return []
            }
        }
        let body = BodyText(quickly: source)
        detail.body = body
        return body.isProvisional ? [.layOutBody(source)] : []
    }

    /// Keeps the end of a body in sight while it arrives, once one has gone there.
    private mutating func followBody() {
        guard detail.isFollowing, detail.page == .body, let body = detail.body else { return }
        if body.source.key.isEnded { return detail.follow(false) }
        if body.hasCursor { detail.moveCursor(to: body.lineCount - 1, in: body, height: 1) }
        detail.scroll(to: .max / 2)
    }
}

extension State {
    /// Takes over what has become of the watched program; one that could not be started leaves nothing to look at.
    fileprivate mutating func apply(_ news: ProgramNews) -> [Effect] {
        program?.apply(news)
        return news == .refused ? [.quit] : []
    }

    /// Tells the program how much of a line of its output is in sight at once.
    fileprivate func sizeProgram() -> [Effect] {
        guard program != nil else { return [] }
        return [.sizeProgram(columns: max(1, size.width - 2), lines: max(1, size.height))]
    }
}
