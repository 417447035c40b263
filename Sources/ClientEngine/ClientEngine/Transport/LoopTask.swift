/// Something that plays in steps, which is held while one is due.
protocol Firing: AnyObject {
    /// Plays the step that is due; nothing where it was stopped meanwhile.
    func fire()
}

/// Somebody with events that the observers of the client are to be told.
protocol EventTeller: RecordHolder {
    /// Takes them.
    func takeUntold() -> ArraySlice<Event>
}

/// All that a loop knows of the tasks that live on it.
protocol LoopTask: AnyObject {
    /// Goes onto the network, where it waits for its place there.
    func admit()

    /// Carries out a command, on the loop thread.
    func receive(_ command: TaskCommand)

    /// Adds to its story what somebody else has done, on the loop thread.
    func tell(_ kind: Event.Kind)

    /// Takes note that the program which waits for the answer has disconnected, after `count` bytes of the body were sent to it.
    func leave(after count: Int)

    /// Ends where its completion wants it, behind the turn's events: an end that falls at once is for the observers to be told, and
    /// behind them for those who wait.
    func end()

    /// Tells everybody of an end that fell at once, but those who wait for it in Swift tasks, who are returned.
    func tellEnd() -> TaskWaiters
}
