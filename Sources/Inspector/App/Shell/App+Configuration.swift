import InspectorCommandLine
import InspectorScreen
import InspectorValues
import InspectorWorkspace

// The configuration file: at the start, and each time that it changes.
extension App {
    /// Has the file read again by the disk's thread when it changes.
    static func follow(_ file: ConfigFile, _ disk: DiskQueue) -> FolderWatch? {
        file.follow { [weak disk] in
            disk?.read("reading \(file.path.fileName)", .configuration) { .configuration(file.read()) }
        }
    }

    /// Takes over what the file says at the start; what is wrong in it does not count.
    mutating func begin(with reading: ConfigFile.Reading) {
        let problems = reading.problems.map {
            Notice.error($0, hint: "It does not count until that is right.")
        }
        let complaints = adopt(reading)
        send(.configuration(problems + complaints))
    }

    /// Takes over what the file says now, unless something is wrong in it.
    mutating func reload(_ reading: ConfigFile.Reading) {
        guard reading.problems.isEmpty else {
            let hint = "The settings from before stay until that is right."
            return send(.configuration(reading.problems.map { .error($0, hint: hint) }))
        }
        let before = configuration
        guard reading != before || state.notices.hasConfiguration else { return }
        var notices = adopt(reading)
        if reading.preferences.sending != before.preferences.sending {
            notices.append(
                .information(
                    "config.json: retry, timeouts, limits, redact, proxy and cacert count from the next start on."
                ))
        }
        send(.configuration(notices))
        if notices.isEmpty { send(.notice(.confirmation("config.json was read again."))) }
    }

    /// Draws and reads keys as a reading says, where no flag says otherwise; returns what is worth knowing about it.
    private mutating func adopt(_ reading: ConfigFile.Reading) -> [Notice] {
        configuration = reading
        let preferences = reading.preferences
        let (theme, colors) = options.look(with: preferences)
        terminal.takeTheme(theme, colors)
        let usesMouse = preferences.usesMouse ?? true
        terminal.useMouse(usesMouse)
        terminal.showImages(by: preferences.images)
        tellOfImages()
        let complaints = state.adopt(
            preferences, isASCII: options.isASCII(with: preferences), keptBodies: options.keptBodies,
            usesMouse: usesMouse)
        return (reading.warnings + complaints).map { .information($0) }
    }

    /// Has pictures made for the way the terminal shows them by now.
    mutating func tellOfImages() {
        guard images != terminal.imageSettings else { return }
        images = terminal.imageSettings
        send(.images(images))
    }
}

extension App.Options {
    /// The look that a flag asks for, or else the file.
    func look(with preferences: Preferences) -> (ThemeName, ThemeColors) {
        theme.map { ($0, ThemeColors()) } ?? (preferences.theme ?? .terminal, preferences.colors)
    }

    func isASCII(with preferences: Preferences) -> Bool {
        isASCII || preferences.isASCII == true || charset == .ascii
    }
}
