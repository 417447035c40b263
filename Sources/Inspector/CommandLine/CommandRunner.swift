import FoundationEssentials
import InspectorHistory
import InspectorWorkspace

package struct CommandRunner {
    /// Shows a session, and returns when its screen is left.
    private let openScreen: (ScreenSession) -> ExitStatus
    /// A command may call it with its status while what it has made is still there.
    private let willEnd: (ExitStatus) -> Void

    package init(
        openScreen: @escaping (ScreenSession) -> ExitStatus, willEnd: @escaping (ExitStatus) -> Void
    ) {
        self.openScreen = openScreen
        self.willEnd = willEnd
    }

    /// Does what the words behind the program's name ask for.
    package func run(_ arguments: [String]) -> ExitStatus {
        do throws(UsageError) {
            let environment = ProcessEnvironment.variables
            let invocation = try CommandLineParser.parse(arguments)
            do throws(ConfigError) {
                return run(try invocation.configured(by: ConfigFile(environment: environment), environment))
            } catch {
                error.lines.forEach(StandardStream.complain)
                return .usage
            }
        } catch {
            StandardStream.complain("\(error); try inspector --help")
            return .usage
        }
    }

    private func run(_ invocation: Invocation) -> ExitStatus {
        switch invocation {
        case .screen(let options): return ScreenCommand(options: options, history: .ofProcess).run(openScreen)
        case .demo(let options): return DemoCommand(options: options).run(openScreen)
        case .run(let options):
            return RunCommand(options: options, history: .ofProcess, willEnd: willEnd).run()
        case .curl(let options): return CurlLineCommand(options: options).run(openScreen)
        case .importing(let format, let input, let options):
            let command = ImportCommand(format: format, input: input, folder: options.output)
            return command.run(isJSON: options.isJSON)
        case .exporting(let format, let options):
            return ExportCommand(format: format, options: options).run()
        case .mock(let options): return MockCommand(options: options).run()
        case .history(let options): return HistoryCommand(options: options).run()
        case .diff(let options): return DiffCommand(options: options).run()
        case .watch(let options):
            return WatchCommand(options: options, history: .ofProcess).run(openScreen)
        case .attach(let options):
            return WatchCommand(options: options, attaches: true, history: .ofProcess).run(openScreen)
        case .describe(let options): return DescribeCommand(options: options).run()
        case .completion(let wish): return CompletionCommand(wish: wish).run()
        case .manual(let command): StandardStream.output.write(ManPage(command: command).text)
        case .sandbox(let options):
            return SandboxCommand(port: options.server.port, isJSON: options.isJSON).run()
        case .help(let command):
            let text = HelpText(columns: StandardStream.output.columns)
            StandardStream.output.show(command.map(text.lines(of:)) ?? text.lines)
        case .version: StandardStream.output.write(Version.lines)
        }
        return .success
    }
}
