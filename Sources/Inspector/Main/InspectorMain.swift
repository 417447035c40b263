import Glibc

@main
struct InspectorMain {
    static func main() {
        StandardStream.openAll()
        ProcessLimits.set()
        let status = run(Array(CommandLine.arguments.dropFirst()))
        guard let loss = StandardStream.loss else { exit(status.rawValue) }
        StandardStream.complain("not everything was written: \(loss)")
        exit(status == .success ? ExitStatus.failure.rawValue : status.rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitStatus {
        do throws(UsageError) {
            switch try CommandLineParser.parse(arguments) {
            case .screen(let options): return ScreenCommand(options: options, openScreen: App.open).run()
            case .demo(let options): return DemoCommand(options: options, openScreen: App.open).run()
            case .run(let options): return RunCommand(options: options).run()
            case .curl(let options): return CurlLineCommand(options: options, openScreen: App.open).run()
            case .importing(let format, let input, let folder):
                return ImportCommand(format: format, input: input, folder: folder).run()
            case .exporting(let format, let options):
                return ExportCommand(format: format, options: options).run()
            case .mock(let options): return MockCommand(options: options).run()
            case .sandbox(let port): return SandboxCommand(port: port).run()
            case .help: StandardStream.output.write(HelpText.text)
            case .version: StandardStream.output.write(Version.line)
            }
            return .success
        } catch {
            StandardStream.complain("\(error); try inspector --help")
            return .usage
        }
    }
}
